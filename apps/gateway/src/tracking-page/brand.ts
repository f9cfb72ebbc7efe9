/** A merchant's branding on the tracking page. */

import { type Html, html } from '@waybill/chassis/html/html'
import { parsePhone } from '@waybill/contracts/values/phones/phone'
import { readableOnDark } from '../settings/branding/contrast.ts'
import { type Branding, logoPath } from '../settings/branding/document.ts'

/** Style rules that follow those of the page; empty: none. */
export function brandStyle(branding: Branding | null): string {
  const accent = branding?.accentColor
  if (!accent) return ''
  return `:root { --accent: ${accent} }
@media (prefers-color-scheme: dark) { :root { --accent: ${readableOnDark(accent)} } }`
}

/** The picture of the page's tab; without one, browsers ask for /favicon.ico. */
export const brandIcon = (branding: Branding | null): Html | null =>
  branding?.logo ? html`<link rel="icon" href="${logoPath(branding.logo)}">` : null

/** Logo and name of the merchant, at the top of the page. */
export function brandHeader(branding: Branding | null): Html | null {
  if (branding === null || (branding.logo === null && branding.displayName === null)) return null
  const { logo, displayName } = branding
  // Beside the name, the logo says nothing more.
  const image =
    logo &&
    html`<img src="${logoPath(logo)}" width="${logo.width}" height="${logo.height}" alt="${displayName ? '' : 'Logo'}">`
  return html`<header class="brand">${image}${displayName && html`<span>${displayName}</span>`}</header>`
}

/** How recipients get help. */
export function brandFooter(branding: Branding | null): Html | null {
  if (branding === null || (branding.supportUrl === null && branding.supportPhone === null)) return null
  const { supportUrl, supportPhone } = branding
  const link = supportUrl && html`<a href="${supportUrl}" rel="noreferrer noopener">Get help</a>`
  const phone = supportPhone && html`<a href="tel:${dialled(supportPhone)}">${supportPhone}</a>`
  return html`<footer class="brand">${link}${phone}</footer>`
}

/** RFC 3966 allows no blanks, and marks an extension. A national number is dialled as it is written. */
function dialled(phone: string): string {
  const found = parsePhone(phone, null)
  if (found === null) return phone.replace(/\D/g, '')
  return found.extension === null ? found.e164 : `${found.e164};ext=${found.extension}`
}
