import fc from 'fast-check'

/** Properties without a seed of their own draw the same values in every run, so that a run says something about the change alone. */
fc.configureGlobal({ seed: 20_261_120 })
