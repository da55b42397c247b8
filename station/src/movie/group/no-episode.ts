/** The columns of a film that is no episode, and those of one that is added. */
export const noEpisode = { kind: 'film', series_id: '', season: null, episode: null, episode_end: null, air_date: '' } as const
export const newFilm = {
  poster: '',
  picture_state: 'new',
  is_listed: 0,
  changed: 1,
  catalog_changed: 1,
  beside_changed: 1,
  nfo: '',
  art: '',
  backdrop: '',
  backdrop_art: '',
} as const
