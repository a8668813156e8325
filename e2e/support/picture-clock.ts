/**
 * Imported before anything else: pictures are taken at half past seven in the morning of a fixed day, so that they
 * change only if the product does.
 */
process.env.TEST_CLOCK ??= '2026-11-18T13:30:00Z'
