/** Bullet comments, which fly over a video: their look and length; over guides and over the films of a box. */
import * as z from 'zod/mini'
import { SingleLine } from './single-line.ts'
import { isUnseen } from './text.ts'

export const bulletMax = 50
/** White, and colours that are readable on any picture. */
export const bulletColors = ['#ffffff', '#ffd54f', '#ff8a65', '#81c784', '#64b5f6', '#ce93d8'] as const
/** roll: from right to left; top and bottom are shown at a fixed position for a moment. */
export const bulletModes = ['roll', 'top', 'bottom'] as const

export const BulletText = SingleLine({ min: 1, max: bulletMax, rule: 'bullet_length' }).check(
  z.refine((text) => !isUnseen(text), 'bullet_length'),
)
