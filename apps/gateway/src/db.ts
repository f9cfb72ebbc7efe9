import type { IdentityDatabase } from '@waybill/identity/db'
import type { JSONColumnType } from 'kysely'
import type { ApiCall } from './api-log/document.ts'
import type { SavedView } from './settings/views/document.ts'

export interface SavedViewTable {
  environment_id: string
  view_id: string
  /** The list that the view is of. */
  resource: string
  /** The user or key that alone sees it; null: everybody in the environment. */
  owner: string | null
  created_by: string
  position: number
  document: JSONColumnType<SavedView['document'], string, string>
  version: number
  created_at: Date
  updated_at: Date
}

export interface ParcelPresetTable {
  environment_id: string
  preset_id: string
  name: string
  /** null: differs from parcel to parcel. */
  weight_grams: number | null
  length_tenth_mm: number
  width_tenth_mm: number
  height_tenth_mm: number
  /** Null: as the numbers above say. */
  weight_sent: string | null
  dimensions_sent: string | null
  /** At most one of an environment. */
  is_default: boolean
  version: number
  created_at: Date
  updated_at: Date
}

/** The look of tracking pages. */
export interface BrandingTable {
  environment_id: string
  display_name: string | null
  /** `#rrggbb` in lower case. */
  accent_color: string | null
  support_url: string | null
  support_phone: string | null
  logo: Buffer | null
  logo_type: string | null
  logo_width: number | null
  logo_height: number | null
  /** In the public URL of the logo. */
  logo_token: string | null
  version: number
  updated_at: Date
}

/** Calls of the last days. Rows are those that merchants see. */
type ApiCallTable = ApiCall

/** All tables of the schema `gateway`. */
export type GatewayDatabase = IdentityDatabase & {
  saved_view: SavedViewTable
  parcel_preset: ParcelPresetTable
  branding: BrandingTable
  api_call: ApiCallTable
}
