-- Reasons become short codes. Those of the plans that there are stay as they are said, as JSON behind a byte that says so:
-- 128, and 1 where the operation has no place, 2 where there are warnings. The next run writes its own in the short way.
ALTER TABLE "placements" ALTER COLUMN "placement" SET DATA TYPE bytea USING CASE jsonb_typeof("placement") WHEN 'object' THEN
	set_byte('\x80'::bytea, 0, 128 + CASE WHEN jsonb_typeof("placement" -> 'unplaced') = 'object' THEN 1 ELSE 0 END
		+ CASE WHEN jsonb_path_exists("placement", '$.warnings[0]') THEN 2 ELSE 0 END)
	|| convert_to("placement"::text, 'UTF8') END;--> statement-breakpoint
ANALYZE "placements";
