/** When each table's rows are deleted, or why they are kept. Shown in docs/tables.md. */
import type { Kysely } from 'kysely'
import type { ChassisTables } from '../postgres/chassis-tables.ts'

export type TableRule<DB> =
  /** `by` deletes a batch of rows that expired `days` ago and resolves to their number. The chassis calls it every minute. */
  | { deleted: string; by: (db: Kysely<DB>, days: number) => Promise<number>; days: number }
  /** The service calls the function itself. */
  | { deleted: string; by: (...given: never[]) => unknown }
  /** Nothing is deleted, and why that is no problem. */
  | { kept: string }

/** A rule for each table of a service, except those of the chassis. */
export type TableRules<DB> = { readonly [Table in Exclude<keyof DB, keyof ChassisTables> & string]: TableRule<DB> }
