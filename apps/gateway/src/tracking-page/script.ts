/** Replaces the live part of the page with each update of the stream. The server renders it, times included. */
export const script = `
const live = document.getElementById('live')
const showTitle = () => {
  const headline = document.querySelector('h1')
  if (headline && live) document.title = headline.textContent
}
showTitle()
const state = live && live.firstElementChild
if (state && !('over' in state.dataset)) {
  const address = location.pathname + '/stream?last_event_id=' + encodeURIComponent(state.dataset.last)
  const source = new EventSource(address)
  source.addEventListener('update', ({ data }) => { live.innerHTML = JSON.parse(data).html; showTitle() })
  source.addEventListener('end', () => source.close())
}`
