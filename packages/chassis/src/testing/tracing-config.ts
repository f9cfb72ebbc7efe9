import { defineConfig } from '../config/config.ts'
import { tracingVariables } from '../telemetry/tracing-variables.ts'

/** Reads the tracing variables of an environment, with the checks of a process start. */
export const readTracingConfig = defineConfig(tracingVariables).read
