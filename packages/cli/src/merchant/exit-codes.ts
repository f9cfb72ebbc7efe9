/** Exit codes of the commands of merchants. Documented, so that scripts can rely on them. */
export const EXIT = { ok: 0, refused: 1, usage: 2, signedOut: 3, unreachable: 4, pending: 5, interrupted: 130 } as const
