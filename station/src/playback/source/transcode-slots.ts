/** How many screens may have their picture converted at once: copied pictures cost next to nothing and are not counted. */
export type TranscodeSlots = ReturnType<typeof createTranscodeSlots>

/** An H.264 encoder at 1080 lines fills about two cores of a home box. */
export function slotsOf(cores: number): number {
  return Math.max(1, Math.floor(cores / 2))
}

export function createTranscodeSlots(most: number) {
  const held = new Set<string>()
  return {
    /** False if none is free; a screen that has one keeps it. */
    take(screen_id: string): boolean {
      if (!held.has(screen_id) && held.size >= most) return false
      held.add(screen_id)
      return true
    },
    release: (screen_id: string): void => void held.delete(screen_id),
    isAnyHeld: (): boolean => held.size > 0,
  }
}
