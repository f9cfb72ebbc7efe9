import { defineConfig } from '../process/config.ts'
import { tracingVariables } from '../telemetry/tracing-variables.ts'

/** The tracing variables of an environment, checked as at the start of a process. */
export const readTracingConfig = defineConfig(tracingVariables).read
