import { runMigrations } from '@waybill/chassis/run-migrations'
import { migrations } from './migrations.ts'

await runMigrations('gateway', migrations)
