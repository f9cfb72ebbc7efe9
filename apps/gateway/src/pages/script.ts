/** Copy buttons; without a script the page is as readable. */
export const script = `
for (const block of document.querySelectorAll('.copyable')) {
  if (!navigator.clipboard) break
  const button = document.createElement('button')
  button.textContent = 'Copy'
  button.onclick = async () => {
    await navigator.clipboard.writeText(block.querySelector('code').textContent)
    button.textContent = 'Copied'
    setTimeout(() => { button.textContent = 'Copy' }, 1500)
  }
  block.append(button)
}`
