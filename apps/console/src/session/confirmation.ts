/** Whether the person has to prove who it is: the API wants it before a call that widens access. */
import { useSyncExternalStore } from 'react'

interface Question {
  answer: Promise<boolean>
  give: (confirmed: boolean) => void
}

let question: Question | undefined
const listeners = new Set<() => void>()

const tell = (): void => {
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Opens the dialog of the shell. Resolves to whether the person has confirmed. Calls at the same time share one answer. */
export function askToConfirm(): Promise<boolean> {
  if (question) return question.answer
  let give = (_: boolean): void => {}
  const answer = new Promise<boolean>((resolve) => {
    give = resolve
  })
  question = { answer, give }
  tell()
  return answer
}

export function endConfirmation(confirmed: boolean): void {
  question?.give(confirmed)
  question = undefined
  tell()
}

export const useAsksToConfirm = (): boolean => useSyncExternalStore(subscribe, () => question !== undefined)
