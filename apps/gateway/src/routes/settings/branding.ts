import { defineRoute, jsonBody, noBody, type Route } from '@waybill/edge/routing/route'
import { brandingSchema, updateBrandingSchema } from '../../settings/branding/document.ts'
import { LOGO_LIMIT_BYTES } from '../../settings/branding/logo-image.ts'
import type { Services } from '../services.ts'

const tag = 'Branding'
const BRANDING = '/api/v1/branding'
const branding = { status: 200, description: 'The branding.', schema: brandingSchema }

/** The look of the environment's tracking pages. */
export const brandingRoutes: Route<Services>[] = [
  defineRoute({
    operationId: 'getBranding',
    method: 'GET',
    path: BRANDING,
    tag,
    summary: 'Get the branding of the tracking pages',
    description: 'Every field is null until it is set.',
    access: { kind: 'token', scope: 'settings:read' },
    success: [branding],
    handle: (call, { brandings }) => brandings.get(call),
  }),
  defineRoute({
    operationId: 'updateBranding',
    method: 'PATCH',
    path: BRANDING,
    tag,
    summary: 'Update the branding of the tracking pages',
    description:
      'Omitted fields stay unchanged, null removes one. Pages that are open show the change when they are loaded again.',
    access: { kind: 'token', scope: 'settings:write' },
    body: jsonBody(updateBrandingSchema, { validatedByOwner: true }),
    conditional: true,
    success: [branding],
    confirmation: ['support_url', 'support_phone'],
    handle: (call, { brandings }) => brandings.update(call),
  }),
  defineRoute({
    operationId: 'resetBranding',
    method: 'DELETE',
    path: BRANDING,
    tag,
    summary: 'Remove the branding of the tracking pages',
    description: 'The logo, too: its URL then answers 404.',
    access: { kind: 'token', scope: 'settings:write' },
    body: noBody,
    conditional: true,
    success: [{ status: 204, description: 'The branding is removed.' }],
    handle: (call, { brandings }) => brandings.reset(call),
  }),
  defineRoute({
    operationId: 'uploadLogo',
    method: 'POST',
    path: `${BRANDING}/logo`,
    tag,
    summary: 'Upload the logo of the tracking pages',
    description:
      'The body is the image: PNG, JPEG or WebP of at most 256 KiB and 2,048 pixels on each side. It replaces the one before.',
    access: { kind: 'token', scope: 'settings:write' },
    body: { kind: 'raw', limitBytes: LOGO_LIMIT_BYTES },
    conditional: true,
    success: [branding],
    errors: ['invalid_image'],
    handle: (call, { brandings }) => brandings.uploadLogo(call),
  }),
  defineRoute({
    operationId: 'deleteLogo',
    method: 'DELETE',
    path: `${BRANDING}/logo`,
    tag,
    summary: 'Remove the logo of the tracking pages',
    description: 'Its URL then answers 404.',
    access: { kind: 'token', scope: 'settings:write' },
    body: noBody,
    conditional: true,
    success: [{ status: 204, description: 'There is no logo.' }],
    handle: (call, { brandings }) => brandings.deleteLogo(call),
  }),
  defineRoute({
    operationId: 'getLogo',
    method: 'GET',
    path: '/logos/{logo_token}',
    tag: 'Pages',
    summary: 'Get the logo of a tracking page',
    access: { kind: 'anyone', limited: true },
    success: [
      {
        status: 200,
        description: 'The image.',
        contentType: 'image/png',
        otherContentTypes: ['image/jpeg', 'image/webp'],
      },
    ],
    hidden: true,
    handle: (call, { brandings }) => brandings.openLogo(call),
  }),
]
