import { useLingui } from '@lingui/react/macro'
import { Command } from 'cmdk'
import { Check, ChevronsUpDown } from 'lucide-react'
import { Popover } from 'radix-ui'
import { useState } from 'react'
import { cn } from './class-names.ts'

interface Choice {
  value: string
  label: string
  /** Further words that find it. */
  keywords?: string[]
}

interface ComboboxProps {
  choices: readonly Choice[]
  value: string | null
  onChange: (value: string) => void
  /** ID of the field's label, set by `Field`. */
  id?: string
  'aria-describedby'?: string
  'aria-invalid'?: boolean
  /** Accepted as of any control, and left out: a button cannot have it. */
  'aria-required'?: boolean
  placeholder?: string
  disabled?: boolean
}

const item =
  'flex min-h-8 items-center gap-2 rounded-md px-2 data-[selected=true]:bg-hover data-[disabled=true]:text-muted [&_svg]:size-4'

/** A choice among many, found by typing. */
export function Combobox(props: ComboboxProps) {
  const { choices, value, onChange, placeholder, disabled, 'aria-required': _, ...field } = props
  const { t } = useLingui()
  const [open, setOpen] = useState(false)
  const chosen = choices.find((choice) => choice.value === value)
  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger
        {...field}
        role="combobox"
        aria-expanded={open}
        disabled={disabled}
        className="control inline-flex items-center gap-2 text-start"
      >
        <span className={cn('grow truncate', !chosen && 'text-muted')}>
          {chosen?.label ?? placeholder ?? t`Choose`}
        </span>
        <ChevronsUpDown className="size-4 shrink-0 text-muted" aria-hidden />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          align="start"
          aria-labelledby={field.id}
          sideOffset={4}
          className="z-50 w-(--radix-popover-trigger-width) min-w-56 rounded-lg border bg-raised shadow-lg animate-fade focus:outline-none"
        >
          <Command label={placeholder ?? t`Choose`}>
            <Command.Input
              placeholder={t`Search`}
              className="w-full border-b bg-transparent px-3 py-2 outline-none placeholder:text-muted"
            />
            <Command.List className="max-h-72 overflow-y-auto p-1">
              <Command.Empty className="px-2 py-4 text-center text-muted">{t`Nothing found`}</Command.Empty>
              {choices.map((choice) => (
                <Command.Item
                  key={choice.value}
                  value={choice.value}
                  keywords={[choice.label, ...(choice.keywords ?? [])]}
                  className={item}
                  onSelect={() => {
                    onChange(choice.value)
                    setOpen(false)
                  }}
                >
                  <span className="size-4">{choice.value === value && <Check aria-hidden />}</span>
                  {choice.label}
                </Command.Item>
              ))}
            </Command.List>
          </Command>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}
