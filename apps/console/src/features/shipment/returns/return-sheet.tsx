import { Trans, useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import type { Shipment } from '@waybill/sdk'
import { useRef } from 'react'
import { Field } from '../../../forms/field.tsx'
import { FormSheet } from '../../../forms/form-sheet.tsx'
import { type ApiForm, useApiForm } from '../../../forms/use-api-form.ts'
import { Checkbox, Input, Select, Textarea } from '../../../ui/input.tsx'
import { toast } from '../../../ui/toast.tsx'
import { useMakeReturn } from './queries.ts'
import {
  type Choice,
  emptyReturn,
  listChoices,
  type ReturnValues,
  renameReturnField,
  toReturn,
} from './return-values.ts'

/** Registers the return of a shipment, and shows it: it is booked like any other. A lost answer registers none twice. */
export function ReturnSheet({ shipment, onClose }: { shipment: Shipment; onClose: () => void }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const make = useMakeReturn(shipment.shipment_id)
  const choices = listChoices(shipment)
  const sent = useRef(emptyReturn(choices))
  const form = useApiForm<ReturnValues>({
    defaultValues: emptyReturn(choices),
    rename: (name) => renameReturnField(name, sent.current),
    async submit(values, key) {
      sent.current = values
      const { shipment_id: shipmentId } = await make.mutateAsync({ goods: toReturn(values, choices), key })
      toast(t`The return is registered.`)
      onClose()
      await navigate({ to: '/shipments/$shipmentId', params: { shipmentId } })
    },
  })
  const names: Record<string, string> = {
    reason: t`Reason`,
    note: t`Note`,
    pay: t`The carrier charges`,
    label: t`Label`,
  }
  return (
    <FormSheet
      form={form}
      title={<Trans>Make a return</Trans>}
      description={t`Another shipment, from the recipient back to you. Book it next.`}
      action={<Trans>Make the return</Trans>}
      onClose={onClose}
      getLabel={(name) => names[name] ?? t`What comes back`}
    >
      <Field label={t`What comes back`}>
        {(control) => (
          <Select {...control} {...form.register('scope')}>
            <option value="rest">{t`Everything that is in no other return`}</option>
            <option value="chosen">{t`Only some of it`}</option>
          </Select>
        )}
      </Field>
      {form.watch('scope') === 'chosen' &&
        choices.map((choice, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the choices of a shipment stay in their order
          <ChoiceField key={place} form={form} choice={choice} place={place} />
        ))}
      <TermFields form={form} />
    </FormSheet>
  )
}

type ReturnForm = ApiForm<ReturnValues>

function ChoiceField({ form, choice, place }: { form: ReturnForm; choice: Choice; place: number }) {
  const { t } = useLingui()
  const { item, name, quantity, parcelNumber } = choice
  const title = name || t`Parcel ${parcelNumber}`
  const problem = form.findError(`quantities.${place}`)
  if (item === null)
    return (
      <div>
        <Checkbox
          checked={form.watch(`quantities.${place}`) !== '0'}
          onChange={({ target }) => form.setValue(`quantities.${place}`, target.checked ? '1' : '0')}
        >
          {title}
        </Checkbox>
        {problem && <p className="text-sm text-danger">{problem}</p>}
      </div>
    )
  return (
    <Field label={[title, item.sku].filter(Boolean).join(' · ')} note={t`of ${quantity}`} error={problem}>
      {(control) => (
        <Input {...control} inputMode="numeric" autoComplete="off" {...form.register(`quantities.${place}`)} />
      )}
    </Field>
  )
}

function TermFields({ form }: { form: ReturnForm }) {
  const { t } = useLingui()
  return (
    <>
      <Field
        label={t`Reason`}
        note={t`optional`}
        hint={t`Your code for it, such as wrong_size.`}
        error={form.findError('reason')}
      >
        {(control) => <Input {...control} autoComplete="off" spellCheck={false} {...form.register('reason')} />}
      </Field>
      <Field label={t`Note`} note={t`optional`} error={form.findError('note')}>
        {(control) => <Textarea {...control} {...form.register('note')} />}
      </Field>
      <Field
        label={t`The carrier charges`}
        hint={t`Carriers that cannot charge like this make no offer.`}
        error={form.findError('pay')}
      >
        {(control) => (
          <Select {...control} {...form.register('pay')}>
            <option value="">{t`As it usually does`}</option>
            <option value="now">{t`With the booking`}</option>
            <option value="on_use">{t`When the label is used`}</option>
          </Select>
        )}
      </Field>
      <Field label={t`Label`} error={form.findError('label')}>
        {(control) => (
          <Select {...control} {...form.register('label')}>
            <option value="paper">{t`Paper, which the recipient prints`}</option>
            <option value="qr">{t`Code on a screen, which the carrier scans`}</option>
          </Select>
        )}
      </Field>
    </>
  )
}
