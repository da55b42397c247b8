/** Arguments of Node for a program that dies as by kill -9 at a step of what it does: see killed-at-step.mjs. */

export type KilledAt = { step: number; opens?: '1'; sync?: '1'; paths?: string; sql?: string }

export function killedAtStep({ step, ...query }: KilledAt): string[] {
  const words = new URLSearchParams({ step: String(step), ...query })
  return ['--import', `${new URL('killed-at-step.mjs', import.meta.url).href}?${words}`]
}
