/** The public returns page of a recipient: a form and the state of earlier returns, without a script. */
import { Html, html } from '@waybill/chassis/html/html'
import type { ShipmentStatus } from '@waybill/contracts/shipment'
import type { ReturnPage } from '@waybill/contracts/shipments/return-page'
import type { Branding } from '../settings/branding/document.ts'
import { brandFooter, brandHeader, brandIcon, brandStyle } from '../tracking-page/brand.ts'
import { sourceHash, type TrackingPage } from '../tracking-page/page.ts'
import { style } from '../tracking-page/style.ts'
import { formStyle } from './style.ts'

const securityPolicy = (branding: Branding | null): string =>
  [
    "default-src 'none'",
    `style-src ${[style, formStyle, brandStyle(branding)].filter(Boolean).map(sourceHash).join(' ')}`,
    ...(branding?.logo ? ["img-src 'self'"] : []),
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')

interface Shown {
  page: ReturnPage
  token: string
  /** The form as it was sent, if it was wrong. */
  sent?: URLSearchParams
  /** The recipient's mistakes, in words. */
  problems?: readonly string[]
}

interface Place {
  parcel: number
  item: number | null
}

const placeName = ({ parcel, item }: Place): string => `${parcel}.${item ?? 'all'}`
/** The name of the field with the pieces of an item. */
const fieldName = (place: Place): string => `q.${placeName(place)}`
/** The name of the field with its reason. */
const reasonName = (place: Place): string => `r.${placeName(place)}`

const barPhrases = {
  not_offered: 'This delivery cannot be returned here. Ask the shop.',
  not_delivered: 'It can be returned here once it is delivered.',
  too_late: 'The time for returns is over. Ask the shop.',
  nothing_left: 'Everything is in a return already.',
  too_many: 'No further return can be asked for here. Ask the shop.',
} as const satisfies Record<NonNullable<ReturnPage['bar']>, string>

/** How far a return is, for its recipient. Null: as before the carrier has it. */
const statusPhrases: Partial<Record<ShipmentStatus, string>> = {
  on_hold: 'The carrier has stopped it. Ask the shop.',
  delivered: 'The shop has received it',
  returning: 'It comes back to you',
  returned: 'It came back to you',
  failed: 'It did not arrive. Ask the shop.',
  cancelled: 'The shop has not accepted it',
  expired: 'It was not sent in time',
}

/** The page as a whole. */
export const recipientReturnPage = (shown: Shown, branding: Branding | null): TrackingPage => {
  const { page, problems = [] } = shown
  return document(
    html`${brandHeader(branding)}<h1>Send something back</h1>
${problems.length > 0 && html`<div class="trouble" role="alert">${problems.map((problem) => html`<p>${problem}</p>`)}</div>`}
${earlierReturns(shown)}${page.bar === null ? form(shown) : html`<p>${barPhrases[page.bar]}</p>`}
<p class="soft"><a href="/t/${shown.token}">Back to the delivery</a></p>${brandFooter(branding)}`,
    branding,
  )
}

/** The page for an unknown tracking token. */
export const unknownReturnPage = (): TrackingPage =>
  document(html`<h1>Delivery not found</h1><p class="soft">Check that the link was copied completely.</p>`, null)

function earlierReturns({ page: { returns }, token }: Shown): Html | null {
  if (returns.length === 0) return null
  return html`<ul class="returns">${returns.map(
    (one, index) =>
      html`<li><strong>Return of ${one.pieces} ${one.pieces === 1 ? 'piece' : 'pieces'}</strong>
<span>${describeState(one)}</span>${one.refusal !== null && html`<span>${one.refusal}</span>`}${
        one.status === 'ready' &&
        one.booking_id !== null &&
        html`<a href="/r/${token}/label?return=${index + 1}">${one.label === 'qr' ? 'Show the code' : 'Get the label'}</a>`
      }</li>`,
  )}</ul>`
}

const describeState = ({ status, booking_id: bookingId, is_approved, label }: ReturnPage['returns'][number]): string =>
  statusPhrases[status] ??
  (status !== 'ready'
    ? 'On its way to the shop'
    : bookingId === null
      ? is_approved
        ? `Accepted. Come back for the ${label === 'qr' ? 'code' : 'label'}.`
        : 'The shop looks at it. Come back for its answer.'
      : label === 'qr'
        ? 'Accepted. Show the code where you hand it in.'
        : 'Accepted. Put the label on the parcel and hand it in.')

function form({ page: { goods, reasons, returns }, sent = new URLSearchParams() }: Shown): Html {
  return html`<form method="post"><input type="hidden" name="known_returns" value="${returns.length}">
<fieldset><legend>What do you send back${reasons.length > 0 && ', and why'}?</legend>${goods.map(
    (place) => html`<div class="goods">${goodsField(place, sent)}${reasonField(place, reasons, sent)}</div>`,
  )}</fieldset>
<label>Note for the shop (optional)<textarea name="note" maxlength="500" rows="3">${sent.get('note') ?? ''}</textarea></label>
<button>Ask for the return</button></form>`
}

function goodsField(place: ReturnPage['goods'][number], sent: URLSearchParams): Html {
  const { quantity } = place
  const name = fieldName(place)
  const title = nameGoods(place)
  const value = sent.get(name) ?? ''
  return quantity === 1
    ? html`<label class="row"><input type="checkbox" name="${name}" value="1"${value === '1' && html` checked`}> ${title}</label>`
    : html`<label class="row"><input type="number" name="${name}" min="0" max="${quantity}" value="${value || '0'}"> of ${quantity} × ${title}</label>`
}

function reasonField(place: ReturnPage['goods'][number], reasons: ReturnPage['reasons'], sent: URLSearchParams) {
  if (reasons.length === 0) return null
  const name = reasonName(place)
  return html`<select name="${name}" aria-label="Reason for ${nameGoods(place)}"><option value="">Reason</option>${reasons.map(
    ({ code, text }) => html`<option value="${code}"${sent.get(name) === code && html` selected`}>${text}</option>`,
  )}</select>`
}

const nameGoods = ({ description, parcel }: ReturnPage['goods'][number]): string =>
  description ?? `Parcel ${parcel + 1}`

const document = (content: Html, branding: Branding | null): TrackingPage => ({
  securityPolicy: securityPolicy(branding),
  html: `<!doctype html>${
    html`<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><title>Send something back</title>${brandIcon(branding)}<style>${new Html(style)}</style><style>${new Html(formStyle)}</style>${brandStyle(branding) && html`<style>${new Html(brandStyle(branding))}</style>`}</head>
<body><main>${content}</main></body></html>`.text
  }`,
})
