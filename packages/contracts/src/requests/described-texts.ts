/** Texts of answers that are numbers or times, with the description that the API reference shows. */
import { z } from 'zod'

/** A decimal number as text, such as `12.50`. */
export const decimalString = (description: string): z.ZodString =>
  z.string().meta({ description, pattern: '^-?\\d+(\\.\\d+)?$' })

/** An ISO 8601 time in UTC. */
export const timestampString = (description: string): z.ZodString =>
  z.string().meta({ description, format: 'date-time' })
