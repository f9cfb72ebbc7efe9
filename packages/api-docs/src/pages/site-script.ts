/**
 * The script of the guides: a button that copies each example, the search, and in the examples the address of this Waybill, and
 * the demo key for those whom the API shows it to.
 */
import { policyWithScript } from '@waybill/chassis/html/layout'
import { findEntries } from './search.ts'

/** Looks for what is typed in the index, and shows links, of which Enter follows the first. */
export const searchScript = `
const input = document.querySelector('[data-search]')
const shown = document.querySelector('[data-found]')
let index
${findEntries}
input?.addEventListener('input', async () => {
  index ??= fetch('/docs/search.json').then((response) => response.json())
  const entries = await index
  const best = findEntries(entries, input.value)
  shown.replaceChildren(...best.map(([path, title, text]) => {
    const link = document.createElement('a')
    link.href = path
    link.textContent = title
    if (path.startsWith('/docs#')) link.title = text.split(' ', 2).join(' ')
    return link
  }))
  if (/\\S/.test(input.value) && best.length === 0) shown.textContent = 'Nothing found.'
})
input?.addEventListener('keydown', (event) => {
  if (event.key === 'Enter') shown.querySelector('a')?.click()
})`

export const siteScript = `
for (const block of document.querySelectorAll('pre')) {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'copy'
  button.textContent = 'Copy'
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(block.querySelector('code').textContent)
    button.textContent = 'Copied'
    setTimeout(() => { button.textContent = 'Copy' }, 2000)
  })
  const frame = document.createElement('div')
  frame.className = 'example'
  block.replaceWith(frame)
  frame.append(block, button)
}
const replaceInExamples = (text, value) => {
  for (const code of document.querySelectorAll('pre code'))
    if (code.textContent.includes(text)) code.textContent = code.textContent.replaceAll(text, value)
}
replaceInExamples('$WAYBILL_URL', location.origin)
const showKey = async () => {
  const response = await fetch('/docs/example-key')
  const key = response.ok && (await response.json()).data.access_token
  if (!key) return
  for (const text of ['$WAYBILL_API_KEY', 'wb_test_…']) replaceInExamples(text, key)
  const note = document.createElement('p')
  note.setAttribute('role', 'status')
  note.className = 'soft'
  note.textContent = 'You are signed in: the examples have your test key. Leave it out of screenshots.'
  document.querySelector('h1')?.after(note)
}
if (document.cookie.includes('waybill_csrf=') && document.querySelector('pre')) showKey()
${searchScript}`

export const sitePolicy: string = policyWithScript(siteScript)
