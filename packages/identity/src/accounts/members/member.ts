/** Members of a team. */
import type { Selectable } from 'kysely'
import type { MemberTable } from '../../db.ts'

export interface Member {
  merchantId: string
  userId: string
  /** In lower case. */
  email: string
  name: string
  /** One of `roles`, or that of a newer version. */
  role: string
  passwordHash: string | null
  deactivatedAt: Date | null
  createdAt: Date
}

export const memberFromRow = (row: Selectable<MemberTable>): Member => ({
  merchantId: row.merchant_id,
  userId: row.user_id,
  email: row.email,
  name: row.name,
  role: row.role,
  passwordHash: row.password_hash,
  deactivatedAt: row.deactivated_at,
  createdAt: row.created_at,
})
