/**
 * Imported before anything else: pictures are taken at half past seven in the morning of one and the same day, so that those of another
 * day differ from them only where the product does.
 */
process.env.TEST_CLOCK ??= '2026-11-18T13:30:00Z'
