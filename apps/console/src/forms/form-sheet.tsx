import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { FieldValues } from 'react-hook-form'
import { Button } from '../ui/button.tsx'
import { Sheet } from '../ui/dialog.tsx'
import { ErrorSummary } from './error-summary.tsx'
import { isStale } from './stale.ts'
import { StaleNote } from './stale-note.tsx'
import type { ApiForm } from './use-api-form.ts'

interface FormSheetProps<T extends FieldValues> {
  form: ApiForm<T>
  title: ReactNode
  description?: ReactNode
  /** The verb of the main button. */
  action: ReactNode
  onClose: () => void
  getLabel?: (name: string) => string
  size?: 'md' | 'lg'
  children: ReactNode
}

/**
 * A form in a sheet over a list. If somebody else has changed the thing in between, what was typed stays, and saving again
 * is on top of the other change: load the new version when `submit` fails with `version_conflict`.
 */
export function FormSheet<T extends FieldValues>(props: FormSheetProps<T>) {
  const { form, title, description, action, onClose, getLabel, size, children } = props
  const stale = isStale(form.failure)
  return (
    <Sheet
      open
      persistent
      size={size}
      onOpenChange={onClose}
      title={title}
      description={description}
      footer={
        <>
          <Button onClick={onClose}>
            <Trans>Go back</Trans>
          </Button>
          <Button variant="primary" busy={form.formState.isSubmitting} onClick={() => form.onSubmit()}>
            {stale ? <Trans>Save over the new state</Trans> : action}
          </Button>
        </>
      }
    >
      <form className="flex flex-col gap-4" noValidate onSubmit={form.onSubmit}>
        {children}
        {stale && <StaleNote />}
        <ErrorSummary problems={form.problems} failure={stale ? null : form.failure} getLabel={getLabel} />
        <button type="submit" hidden />
      </form>
    </Sheet>
  )
}
