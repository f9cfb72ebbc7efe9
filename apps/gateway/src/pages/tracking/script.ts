/** Shows times in the reader's time zone, and replaces the live part of the page with each update of the stream. */
export const script = `
const live = document.getElementById('live')
const format = new Intl.DateTimeFormat(undefined, { weekday: 'short', day: 'numeric', month: 'short', hour: 'numeric', minute: '2-digit' })
const show = () => {
  for (const time of document.querySelectorAll('time')) time.textContent = format.format(new Date(time.dateTime))
  const headline = document.querySelector('h1')
  if (headline && live) document.title = headline.textContent
}
show()
const state = live && live.firstElementChild
if (state && !('over' in state.dataset)) {
  const address = location.pathname + '/stream?last_event_id=' + encodeURIComponent(state.dataset.last)
  const source = new EventSource(address)
  source.addEventListener('update', ({ data }) => { live.innerHTML = JSON.parse(data).html; show() })
  source.addEventListener('end', () => source.close())
}`
