import { Plural } from '@lingui/react/macro'
import { useEffect, useRef } from 'react'
import { ErrorNote } from '../ui/error-state.tsx'
import { asSentence, type Problem } from './problems.ts'

interface ErrorSummaryProps {
  problems: readonly Problem[]
  failure: unknown
  /** The label of a field. Default: its name. */
  getLabel?: (name: string) => string
}

/** Above the form's buttons: all wrong fields, each with a link that focuses it, or the error that no field explains. */
export function ErrorSummary({ problems, failure, getLabel = (name) => name }: ErrorSummaryProps) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (failure !== null) box.current?.focus()
  }, [failure])
  if (failure === null) return null
  const count = problems.length
  const areMissing = problems.every(({ isMissing }) => isMissing)
  return (
    <div ref={box} tabIndex={-1} className="rounded-md">
      {count === 0 ? (
        <ErrorNote error={failure} />
      ) : (
        <div role="alert" className="rounded-md bg-danger-soft px-3 py-2 text-danger">
          <p className="font-medium">
            {areMissing ? (
              <Plural value={count} one="# field is missing" other="# fields are missing" />
            ) : (
              <Plural value={count} one="# field is wrong" other="# fields are wrong" />
            )}
          </p>
          <ul className="mt-1 list-disc ps-5">
            {problems.map(({ name, message }) => (
              <li key={name}>
                <button
                  type="button"
                  className="min-h-6 text-start underline"
                  onClick={() => focusField(box.current, name)}
                >
                  {getLabel(name)}: {asSentence(message)}
                </button>
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  )
}

/** The control of that name in the form of the summary. */
function focusField(box: HTMLElement | null, name: string): void {
  const found = box?.closest('form')?.elements.namedItem(name)
  // Several boxes of one name: the first.
  const control = found instanceof RadioNodeList ? found[0] : found
  if (control instanceof HTMLElement) control.focus()
}
