/** The public tracking page: readable without a script, live with one. */
import { createHash } from 'node:crypto'
import { Html, html } from '@waybill/chassis/html/html'
import type { BookingStatus, IncidentCode } from '@waybill/contracts/booking'
import { isFinalShipmentStatus, type ShipmentStatus } from '@waybill/contracts/shipment'
import type { PublicTimelineEntry } from '@waybill/contracts/timeline'
import type { Branding } from '../settings/branding/document.ts'
import { brandFooter, brandHeader, brandIcon, brandStyle } from './brand.ts'
import { incidentPhrases, parcelPhrases } from './phrases.ts'
import { getProgress, type Progress, STEPS } from './progress.ts'
import { script } from './script.ts'
import { style } from './style.ts'
import { describeEta, describeTime, describeZone } from './times.ts'

/** The source of a style or script in a security policy. */
export const sourceHash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** The page may load only its own stream and the merchant's logo, and run only its own style and script. */
const securityPolicy = (branding: Branding | null): string => {
  const added = brandStyle(branding)
  return [
    "default-src 'none'",
    `style-src ${[style, added].filter(Boolean).map(sourceHash).join(' ')}`,
    ...(branding?.logo ? ["img-src 'self'"] : []),
    `script-src ${sourceHash(script)}`,
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/** A page with the policy that it needs. */
export interface TrackingPage {
  html: string
  securityPolicy: string
}

/** A parcel of several, with the carrier's number and page; empty: none. */
interface TrackedParcel {
  number: number
  status: BookingStatus
  incident: IncidentCode | ''
  tracking_number: string
  carrier_tracking_url: string
}

export interface TrackedShipment {
  status: ShipmentStatus
  /** City of the drop-off, the only part of the address that is shown. */
  city: string
  /** IANA time zone of the drop-off. */
  timeZone: string
  /** When it is shown. */
  at: Date
  /** The carrier's number of the parcel, and its own page; empty: none. */
  tracking?: { number: string; url: string }
  /** Those of a booking of several. */
  parcels?: readonly TrackedParcel[]
  /** Where the recipient returns goods; empty or absent: nothing can come back. */
  returnsUrl?: string
  /** In the order in which they were recorded. */
  entries: readonly PublicTimelineEntry[]
}

/** The part of the page that changes. The stream sends it anew with each update. */
export function trackingFragment(shipment: TrackedShipment): string {
  const progress = getProgress(shipment.status, shipment.entries)
  const lastEventId = shipment.entries.at(-1)?.event_id ?? ''
  const { timeZone, at, tracking = { number: '', url: '' }, parcels = [] } = shipment
  const eta = progress.eta && new Date(progress.eta.to) > at ? progress.eta : null
  const over = isFinalShipmentStatus(shipment.status) && html` data-over`
  return html`<div class="state ${shipment.status}" data-last="${lastEventId}"${over}>
<p class="city">To ${shipment.city}</p><h1>${progress.headline}</h1>
${progress.trouble && html`<p class="trouble">${progress.trouble}</p>`}${steps(progress)}
${eta && html`<p class="eta">${describeEta(eta, timeZone)}</p>`}
${progress.carrier && html`<p class="soft">Carried by ${progress.carrier}</p>`}
${parcels.length > 0 ? parcelList(parcels) : carrierTracking(tracking)}
${shipment.returnsUrl && html`<p><a href="${shipment.returnsUrl}">Send something back</a></p>`}<p class="soft">Times are ${describeZone(timeZone)}.</p>
<ol class="moments">${progress.moments.map(
    (moment) =>
      html`<li><span>${moment.text}</span><time datetime="${moment.at}">${describeTime(new Date(moment.at), timeZone)}</time></li>`,
  )}</ol></div>`.text
}

const parcelList = (parcels: readonly TrackedParcel[]): Html =>
  html`<h2>${parcels.length} parcels</h2>
<ol class="parcels">${parcels.map(
    ({ number, status, incident, tracking_number, carrier_tracking_url }) =>
      html`<li class="${status}"><span>Parcel ${number}</span> <b>${parcelPhrases[status] ?? parcelPhrases.picked_up}</b>
${incident && status !== 'delivered' && html`<p class="trouble">${incidentPhrases[incident] ?? incidentPhrases.unknown}</p>`}${carrierTracking({ number: tracking_number, url: carrier_tracking_url })}</li>`,
  )}</ol>`

function carrierTracking({ number, url }: { number: string; url: string }): Html | null {
  if (url !== '') {
    const label = number === '' ? 'Track with the carrier' : `Tracking number ${number}`
    return html`<p class="soft"><a href="${url}" rel="noreferrer noopener">${label}</a></p>`
  }
  return number === '' ? null : html`<p class="soft">Tracking number ${number}</p>`
}

/** The tracking page as a whole. */
export const trackingPage = (shipment: TrackedShipment, branding: Branding | null): TrackingPage =>
  page(
    html`${brandHeader(branding)}<div id="live" aria-live="polite">${new Html(trackingFragment(shipment))}</div>
<noscript><p class="soft">Reload the page to see updates.</p></noscript>${brandFooter(branding)}`,
    branding,
  )

/** The page for an unknown tracking token. */
export const unknownTrackingPage = (): TrackingPage =>
  page(html`<h1>Delivery not found</h1><p class="soft">Check that the link was copied completely.</p>`, null)

const page = (content: Html, branding: Branding | null): TrackingPage => ({
  securityPolicy: securityPolicy(branding),
  html: `<!doctype html>${
    html`<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><title>Your delivery</title>${brandIcon(branding)}<style>${new Html(style)}</style>${brandStyle(branding) && html`<style>${new Html(brandStyle(branding))}</style>`}</head>
<body><main>${content}</main><script>${new Html(script)}</script></body></html>`.text
  }`,
})

function steps({ stepsDone }: Progress): Html | null {
  if (stepsDone === null) return null
  return html`<ol class="steps" aria-label="Progress">${STEPS.map((name, index) => {
    const state = index + 1 < stepsDone ? 'done' : index + 1 === stepsDone ? 'done present' : ''
    return html`<li class="${state}"${index + 1 === stepsDone && html` aria-current="step"`}>${name}</li>`
  })}</ol>`
}
