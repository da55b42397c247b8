/** How often the drivers of players in the house ask and search in tests: as fast as they can be followed. */
export const fastPace = {
  pollMs: 30,
  pollSoonMs: 15,
  searchEveryMs: 150,
  jitterMs: 0,
  searchAgainMs: 50,
  returnEveryMs: 50,
  answersWithinMs: 400,
}
