import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { ConnectionError, WaybillError } from '@waybill/sdk'
import { CircleAlert } from 'lucide-react'
import { Button } from './button.tsx'
import { CopyButton } from './copy-button.tsx'
import { findErrorWords } from './error-words.ts'

interface ErrorStateProps {
  error: unknown
  /** Shows a button that tries again. */
  onRetry?: () => void
}

/** In place of what could not be loaded: the message of the API, what to do, and the ID of the request. */
export function ErrorState({ error, onRetry }: ErrorStateProps) {
  const { t } = useLingui()
  const { message, said, requestId } = describeError(error)
  return (
    <div role="alert" className="flex max-w-xl flex-col items-start gap-2 rounded-lg border bg-surface p-5">
      <p className="flex items-center gap-2 font-semibold text-danger">
        <CircleAlert className="size-4 shrink-0" aria-hidden />
        <Trans>This did not work</Trans>
      </p>
      <p className="wrap-anywhere whitespace-pre-line">{message}</p>
      <Advice error={error} />
      {said !== null && <Said text={said} />}
      {requestId && (
        <p className="flex items-center gap-1 text-sm text-muted">
          <Trans>
            Request <code className="font-mono">{requestId}</code>
          </Trans>
          <CopyButton text={requestId} what={t`request ID`} />
        </p>
      )}
      {onRetry && (
        <Button className="mt-1" onClick={onRetry}>
          <Trans>Try again</Trans>
        </Button>
      )}
    </div>
  )
}

/** An error inside a form or a dialog, in one line or a few. */
export function ErrorNote({ error }: { error: unknown }) {
  if (isNotConfirmed(error)) return null
  const { message, said, requestId } = describeError(error)
  return (
    <div role="alert" className="rounded-md bg-danger-soft px-3 py-2 text-danger">
      <p className="wrap-anywhere whitespace-pre-line">{message}</p>
      {said !== null && <Said text={said} />}
      {requestId && (
        <p className="mt-1 text-xs">
          <Trans>
            Request <code className="font-mono">{requestId}</code>
          </Trans>
        </p>
      )}
    </div>
  )
}

/** The API's message, for those who look into it. */
const Said = ({ text }: { text: string }) => (
  <details className="text-sm">
    <summary className="min-h-6 cursor-pointer">
      <Trans>Technical details</Trans>
    </summary>
    <p className="wrap-anywhere" lang="en">
      {text}
    </p>
  </details>
)

/** The person was asked for a confirmation and closed the question: nothing has happened, and nothing is to be said. */
export const isNotConfirmed = (error: unknown): boolean =>
  error instanceof WaybillError && error.code === 'confirmation_required'

interface Described {
  /** In the person's words, with what to do, and the carrier's own words. */
  message: string
  /** The message of the API, which is for developers; null: it is the message above. */
  said: string | null
  requestId: string | null
}

/**
 * An error for people: the words for its code, or for a code of a later Waybill the first line of the API's message, without the
 * status and the request that the SDK adds for logs.
 */
export function describeError(error: unknown): Described {
  if (!(error instanceof WaybillError))
    return { message: error instanceof Error ? error.message : String(error), said: null, requestId: null }
  if (error instanceof ConnectionError) return { message: explainSilence(error), said: null, requestId: null }
  const [first = ''] = error.message.split('\n')
  const said = first.replace(/ \(\d{3} \w+, request [^)]*\)$/, '')
  return { ...describeRefusal({ ...error, code: error.code, message: said }), requestId: error.requestId }
}

interface Refusal {
  code: string
  message: string
  carrier?: { carrier_code: string; message: string } | null
}

/** An error as the API describes it, such as of one item of a batch. */
export function describeRefusal({ code, message, carrier }: Refusal): Omit<Described, 'requestId'> {
  const reason = carrier ? `\n${carrier.carrier_code}: ${carrier.message}` : ''
  const words = findErrorWords(code)
  return words === undefined
    ? { message: message + reason, said: null }
    : { message: i18n._(words) + reason, said: message }
}

const explainSilence = ({ idempotencyKey }: ConnectionError): string =>
  i18n._(
    idempotencyKey === null
      ? msg`Waybill does not answer.`
      : msg`Waybill does not answer. Try again: nothing is done twice.`,
  )

/** Advice beyond the words for the code. */
function Advice({ error }: { error: unknown }) {
  if (!(error instanceof ConnectionError)) return null
  return <Trans>Check your connection. What you typed is kept.</Trans>
}
