/** The parts of home for the owner of a box: one chunk, since each file is a round trip more. */
export { HomeCard } from '../../device/home-card.tsx'
export { HomeFigure } from '../../download/list/home-figure.tsx'
export { Latest } from '../../download/list/recent-downloads.tsx'
export { Shelves } from '../../movie/shelves.tsx'
export { Hero } from '../../movie/hero.tsx'
export { PlayButton } from '../../playback/play/play-button.tsx'
