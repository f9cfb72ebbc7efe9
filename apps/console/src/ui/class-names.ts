import { type ClassValue, clsx } from 'clsx'

/** Class names of Tailwind from strings and conditions. A later class does not remove an earlier one: do not pass opposites. */
export const cn = (...values: ClassValue[]): string => clsx(values)
