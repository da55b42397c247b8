/** Bullet comments, which fly over a video: their look and length; over guides and over the films of a box. */
import { SingleLine } from '../field/single-line.ts'

export const bulletMax = 50
export { bulletColors, bulletModes } from './bullet-look.ts'

export const BulletText = SingleLine({ min: 1, max: bulletMax, rule: 'bullet_length' })
