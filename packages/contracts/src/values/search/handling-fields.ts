/** Pure: fields about the handling of a shipment, for new ones and for changes. */
import { z } from 'zod'
import type { ErrorDetail } from '../../app-error.ts'
import { isId } from '../../ids.ts'
import { errorDetail } from '../../requests/validation.ts'
import { requiredText } from '../text.ts'

export const holdReason = requiredText(200).describe(
  'Why, for your team. It is shown wherever the shipment cannot be booked.',
)

export const assigneeId = z
  .string()
  .refine((text) => isId('usr', text), {
    error: 'must be the identifier of a member of your team, usr_…, or null',
    params: { code: 'invalid_format' },
  })
  .nullable()

/** Only the gateway knows the team. */
export const unknownAssignee = (): ErrorDetail =>
  errorDetail(['assignee_id'], 'invalid_value', 'must be an active member of your team')
