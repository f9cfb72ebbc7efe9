import { useLingui } from '@lingui/react/macro'
import type { Fault, Operation } from './faults-by-operation.ts'

/** Names of operations and faults; those of a later version are shown by their code. */
export function useFaultNames() {
  const { t } = useLingui()
  const operations: Record<Operation, string> = {
    quote: t`Offers`,
    book: t`Booking`,
    cancel: t`Cancelling`,
    update: t`Changing`,
    label: t`Label`,
    report: t`Reports on the way`,
  }
  const faults: Record<Fault, string> = {
    refuse: t`The carrier refuses`,
    no_courier: t`No courier is free`,
    server_error: t`The carrier fails (500)`,
    too_many_requests: t`The carrier is too busy (429)`,
    slow: t`2.5 seconds late`,
    timeout: t`No answer, and nothing is done`,
    timeout_after_success: t`No answer, although it is done`,
    malformed: t`An answer that cannot be read`,
    duplicate: t`Each report comes twice`,
    out_of_order: t`Reports come out of order`,
    wrong_signature: t`A wrong signature first`,
  }
  return {
    operation: (code: string) => (code in operations ? operations[code as Operation] : code),
    fault: (code: string) => (code in faults ? faults[code as Fault] : code),
  }
}
