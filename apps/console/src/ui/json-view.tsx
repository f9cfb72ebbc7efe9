import { useLingui } from '@lingui/react/macro'
import { CopyButton } from './copy-button.tsx'

interface JsonViewProps {
  value: unknown
  /** Its name for screen readers: "Shipment as JSON". */
  label: string
}

/** A value as JSON, to read and to copy. It is shown as text, whatever it holds. */
export function JsonView({ value, label }: JsonViewProps) {
  const { t } = useLingui()
  const text = JSON.stringify(value, null, 2) ?? ''
  return (
    <div className="relative">
      <div className="absolute end-1.5 top-1.5">
        <CopyButton text={text} what={t`JSON`} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls can be reached by keyboard */}
      <section tabIndex={0} aria-label={label} className="max-h-96 overflow-auto rounded-md border bg-sunken p-3">
        <pre className="font-mono text-sm whitespace-pre">{text}</pre>
      </section>
    </div>
  )
}
