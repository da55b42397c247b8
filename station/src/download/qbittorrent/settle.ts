/** The program brings its figures up to date every second and a half: for so long they may still be those of before. */
export const settlesWithinMs = 4_000
