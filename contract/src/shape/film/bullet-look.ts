/** Colours and ways of bullet comments; the TV page needs no more of them. */

/** White, and colours that are readable on any picture. */
export const bulletColors = ['#ffffff', '#ffd54f', '#ff8a65', '#81c784', '#64b5f6', '#ce93d8'] as const
/** roll: from right to left; top and bottom are shown at a fixed position for a moment. */
export const bulletModes = ['roll', 'top', 'bottom'] as const
