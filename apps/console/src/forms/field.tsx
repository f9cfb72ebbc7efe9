import { type ReactNode, useId } from 'react'
import { cn } from '../ui/class-names.ts'

interface FieldControl {
  id: string
  'aria-describedby'?: string
  'aria-invalid'?: boolean
  'aria-required'?: boolean
}

export interface FieldProps {
  label: ReactNode
  hint?: ReactNode
  error?: string
  /** Doubts about the value, which is allowed. */
  warning?: ReactNode
  required?: boolean
  /** Beside the label, such as a unit or "optional". */
  note?: ReactNode
  className?: string
  children: (control: FieldControl) => ReactNode
}

/** A control with its label, hint and error: `<Field label=…>{(control) => <Input {...control} {...register('name')} />}</Field>`. */
export function Field({ label, hint, error, warning, required, note, className, children }: FieldProps) {
  const id = useId()
  const describedBy = [
    hint !== undefined && `${id}-hint`,
    warning !== undefined && `${id}-warning`,
    error !== undefined && `${id}-error`,
  ]
    .filter(Boolean)
    .join(' ')
  const control: FieldControl = {
    id,
    ...(describedBy && { 'aria-describedby': describedBy }),
    ...(error !== undefined && { 'aria-invalid': true }),
    ...(required && { 'aria-required': true }),
  }
  return (
    <div className={cn('flex min-w-0 flex-col gap-1', className)}>
      <div className="flex items-baseline gap-2">
        <label htmlFor={id} className={cn('grow text-sm font-medium', required && 'required')}>
          {label}
        </label>
        {note && <span className="text-xs text-muted">{note}</span>}
      </div>
      {children(control)}
      {hint !== undefined && (
        <p id={`${id}-hint`} className="text-sm text-muted">
          {hint}
        </p>
      )}
      {warning !== undefined && (
        <p id={`${id}-warning`} className="text-sm wrap-anywhere text-warning">
          {warning}
        </p>
      )}
      {error !== undefined && (
        <p id={`${id}-error`} className="text-sm text-danger">
          {error}
        </p>
      )}
    </div>
  )
}
