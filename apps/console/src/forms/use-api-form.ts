import { WaybillError } from '@waybill/sdk'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import {
  type DefaultValues,
  type FieldValues,
  type Path,
  type UseFormProps,
  type UseFormReturn,
  useForm,
} from 'react-hook-form'
import { isNotConfirmed } from '../ui/error-state.tsx'
import { changedValues } from './changed-values.ts'
import { dropDraft, keepDraft, readDraft } from './draft.ts'
import { asSentence, type Problem, toProblems } from './problems.ts'

interface ApiFormOptions<T extends FieldValues> extends Pick<UseFormProps<T>, 'resolver'> {
  defaultValues: DefaultValues<T>
  /**
   * Keeps the fields that differ from `defaultValues` over a reload, under this name, such as `ship` or `pickup-location:pul_…`.
   * The others show the state of the next load.
   */
  draftKey?: string
  /** Keeps all fields: the next load may begin with other values. */
  keepsAll?: boolean
  /** The value that is not kept: it has secrets. */
  secret?: keyof T
  /**
   * Sends the values. The key is the same for the same values, so that sending them again after a lost answer does
   * nothing twice: pass it as `{ idempotencyKey }`.
   */
  submit: (values: T, idempotencyKey: string) => Promise<unknown>
  /** The form's field for a field of the API, where the two differ. */
  rename?: (name: string) => string
}

/** The last submitted values, and their idempotency key. */
interface Sent {
  content: string
  key: string
}

export interface ApiForm<T extends FieldValues> extends UseFormReturn<T> {
  onSubmit: (event?: FormEvent) => Promise<void>
  /** Shows these values again, without a draft and without what the last attempt has shown. */
  discard: (values: T) => void
  /** Problems of the last attempt, for the summary. */
  problems: Problem[]
  /** The error of the last attempt that no field explains. */
  failure: unknown
  /** The message at a field. */
  findError: (name: Path<T>) => string | undefined
}

/** A form of the API: drafts, wrong fields on their controls, one idempotency key for each submitted content. */
export function useApiForm<T extends FieldValues>(options: ApiFormOptions<T>): ApiForm<T> {
  const { defaultValues, draftKey, keepsAll = false, secret, resolver, submit, rename } = options
  const [draft] = useState(() => (draftKey ? readDraft<T>(draftKey) : null))
  const form = useForm<T>({ defaultValues: { ...defaultValues, ...draft } as DefaultValues<T>, resolver })
  const [problems, setProblems] = useState<Problem[]>([])
  const [failure, setFailure] = useState<unknown>(null)
  const sentKey = secret === undefined ? draftKey && `${draftKey}.sent` : undefined
  const sent = useRef((sentKey && readDraft<Sent>(sentKey)) || { content: '', key: '' })

  const { subscribe } = form
  const before = useRef(defaultValues)
  before.current = defaultValues
  useEffect(() => {
    if (!draftKey) return
    return subscribe({
      formState: { values: true },
      callback({ values }) {
        const typed = keepsAll ? values : changedValues(before.current, values)
        keepDraft(draftKey, secret === undefined ? typed : { ...typed, [secret]: undefined })
      },
    })
  }, [draftKey, keepsAll, secret, subscribe])

  const isEmpty = (name: string): boolean => form.getValues(name as Path<T>) === ''
  const send = async (values: T) => {
    setFailure(null)
    setProblems([])
    const content = JSON.stringify(values)
    if (sent.current.content !== content) sent.current = { content, key: crypto.randomUUID() }
    // After a reload, what was sent without an answer is sent with the same key.
    if (sentKey) keepDraft(sentKey, sent.current)
    try {
      await submit(values, sent.current.key)
      // The same values once more are another wish.
      sent.current = { content: '', key: '' }
      if (draftKey) dropDraft(draftKey)
      if (sentKey) dropDraft(sentKey)
    } catch (error) {
      if (isNotConfirmed(error)) return
      const found = error instanceof WaybillError ? toProblems(error.details, { rename, isEmpty }) : []
      for (const { name, message } of found)
        form.setError(name as Path<T>, { type: 'server', message: asSentence(message) })
      setProblems(found)
      setFailure(error)
    }
  }
  return Object.assign({}, form, {
    onSubmit: (event?: FormEvent) => {
      // Problems of the API at fields that are not on the page would refuse every further attempt.
      form.clearErrors()
      return form.handleSubmit(send)(event)
    },
    discard(values: T) {
      form.reset(values)
      setProblems([])
      setFailure(null)
      if (draftKey) dropDraft(draftKey)
    },
    problems,
    failure,
    findError: (name: Path<T>) => form.getFieldState(name, form.formState).error?.message,
  })
}
