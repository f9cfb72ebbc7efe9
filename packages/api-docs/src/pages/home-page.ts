import { html } from '@waybill/chassis/html/html'
import { page, policyWithScript } from '@waybill/chassis/html/layout'
import { guideGroups, titles } from '../openapi/guide-names.ts'

/** The page `/` in its two forms. */
interface Home {
  html: string
  /** For programs, and for curl. */
  json: string
}

const ABOUT = 'Waybill is a shipment and delivery-booking API for merchants: quotes, bookings, tracking and webhooks.'
const LINKS = {
  console: '/console',
  documentation: '/docs',
  errors: '/docs/errors',
  openapi: '/openapi.json',
  readiness: '/readyz',
}

const STATUS = {
  ready: 'The API accepts requests.',
  unavailable:
    'The API does not accept requests at the moment: it is starting or stopping, or cannot reach its database.',
  silent: 'The API does not respond. Check your connection.',
}

/** Asks for the status every five seconds while the page can be seen. */
const script = `
const shown = document.querySelector('[data-status]')
const texts = ${JSON.stringify(STATUS)}
const read = async () => {
  try {
    const response = await fetch(location.pathname, { headers: { accept: 'application/json' }, signal: AbortSignal.timeout(4000) })
    return (response.ok && texts[(await response.json()).status]) || texts.unavailable
  } catch {
    return texts.silent
  }
}
setInterval(async () => {
  if (document.hidden) return
  const text = await read()
  if (shown.textContent !== text) shown.textContent = text
}, 5000)`

export const homeSecurityPolicy = policyWithScript(script)

/** Page `/`: the product, its documentation, and whether it accepts requests at this moment. */
export function homePage({ isReady, publicUrl }: { isReady: boolean; publicUrl: string }): Home {
  const status = isReady ? 'ready' : 'unavailable'
  const navigation = html`<div class="groups">${guideGroups.map(
    ({ title, names }) =>
      html`<strong>${title}</strong>${names.map((name) => html`<a href="/docs/${name}">${titles[name]}</a>`)}`,
  )}<strong>Reference</strong><a href="/docs">API reference</a><a href="/docs/states">States</a><a href="/docs/events">Events</a></div>`
  const content = html`<h1>Waybill</h1><p>${ABOUT}</p>
<p role="status"><strong>Status:</strong> <span data-status>${STATUS[status]}</span></p>
<ul><li><a href="${LINKS.console}">Console</a>, to ship, print and follow deliveries in the browser</li>
<li><a href="${LINKS.documentation}">API reference</a>, with an example of every request</li>
<li><a href="${LINKS.errors}">Error codes</a></li>
<li><a href="${LINKS.openapi}">OpenAPI document</a>, for your tools</li>
<li><a href="${LINKS.readiness}">Readiness</a>, for your proxies</li></ul>
<p>Base URL of the API: <code>${publicUrl}/api/v1</code></p>`
  const links = Object.fromEntries(Object.entries(LINKS).map(([name, path]) => [name, publicUrl + path]))
  return {
    html: page('Waybill', navigation, content, script),
    json: JSON.stringify({ name: 'Waybill', about: ABOUT, status, links }),
  }
}
