/** Pure: the fields of `now` that differ from `before`, each as a whole, so that what somebody else has changed in others stays. */
export const changedValues = <T extends object>(before: object, now: T): Partial<T> =>
  Object.fromEntries(
    Object.entries(now).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name as keyof typeof before]),
    ),
  ) as Partial<T>
