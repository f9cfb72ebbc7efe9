import { useLingui } from '@lingui/react/macro'
import { CircleAlert, CircleCheck, X } from 'lucide-react'
import { Toast as Radix } from 'radix-ui'
import { useSyncExternalStore } from 'react'
import { Button } from './button.tsx'
import { describeError, isNotConfirmed } from './error-state.tsx'

interface Toast {
  id: number
  kind: 'done' | 'failed'
  text: string
  /** One step back, such as "Undo". */
  action?: { label: string; run: () => void }
}

const SHOWN_MS = 6_000
/** Time to read an error, and to undo. */
const SHOWN_LONG_MS = 12_000

let toasts: readonly Toast[] = []
let lastId = 0
const listeners = new Set<() => void>()

function set(next: readonly Toast[]): void {
  toasts = next
  for (const listener of listeners) listener()
}

function add(toast: Omit<Toast, 'id'>): void {
  lastId += 1
  set([...toasts.slice(-2), { ...toast, id: lastId }])
}

/** Says that an action has succeeded. */
export const toast = (text: string, action?: Toast['action']): void => add({ kind: 'done', text, action })

/** Says that an action outside a form has failed, with the message of the API. */
export function toastError(error: unknown): void {
  if (isNotConfirmed(error)) return
  const { message, requestId } = describeError(error)
  add({ kind: 'failed', text: requestId ? `${message}\n${requestId}` : message })
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Where toasts appear. Once, in the shell. F8 moves the focus there. */
export function Toaster() {
  const { t } = useLingui()
  const shown = useSyncExternalStore(subscribe, () => toasts)
  return (
    <Radix.Provider swipeDirection="down" label={t`Notification`}>
      {shown.map((one) => (
        <Radix.Root
          key={one.id}
          duration={one.action || one.kind === 'failed' ? SHOWN_LONG_MS : SHOWN_MS}
          type={one.kind === 'failed' ? 'foreground' : 'background'}
          onOpenChange={(open) => open || set(toasts.filter(({ id }) => id !== one.id))}
          className="flex items-start gap-2.5 rounded-lg border bg-raised py-2 ps-3 pe-2 shadow-lg animate-rise"
        >
          {one.kind === 'done' ? (
            <CircleCheck className="mt-1.5 size-4 shrink-0 text-success" aria-hidden />
          ) : (
            <CircleAlert className="mt-1.5 size-4 shrink-0 text-danger" aria-hidden />
          )}
          <Radix.Description className="min-w-0 grow py-1.5 wrap-anywhere whitespace-pre-line">
            {one.text}
          </Radix.Description>
          {one.action && (
            <Radix.Action asChild altText={one.action.label}>
              <Button size="sm" className="mt-0.5" onClick={one.action.run}>
                {one.action.label}
              </Button>
            </Radix.Action>
          )}
          <Radix.Close asChild>
            <Button variant="ghost" size="icon" aria-label={t`Dismiss`}>
              <X aria-hidden />
            </Button>
          </Radix.Close>
        </Radix.Root>
      ))}
      <Radix.Viewport
        label={t`Notifications ({hotkey})`}
        className="fixed inset-x-4 bottom-18 z-50 flex flex-col gap-2 sm:inset-x-auto sm:end-4 sm:bottom-4 sm:w-96"
      />
    </Radix.Provider>
  )
}
