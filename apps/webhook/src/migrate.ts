import { runMigrations } from '@waybill/chassis/process/run-migrations'
import { migrations } from './migrations.ts'

await runMigrations('webhook', migrations)
