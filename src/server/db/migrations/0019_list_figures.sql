ALTER TABLE "operation_forecasts" ADD COLUMN "of_project_id" uuid;--> statement-breakpoint
ALTER TABLE "project_forecasts" ADD COLUMN "tab_counts" integer[];--> statement-breakpoint
ALTER TABLE "project_forecasts" ADD COLUMN "tab_hours" double precision[];--> statement-breakpoint
ALTER TABLE "project_forecasts" ADD COLUMN "tab_blocked" integer[];--> statement-breakpoint
CREATE INDEX "operation_forecasts_recovered" ON "operation_forecasts" USING btree ("tenant_id","recovered_at") WHERE recovered_at is not null;
--> statement-breakpoint
UPDATE "operation_forecasts" f SET "of_project_id" = o."project_id" FROM "operations" o
WHERE o."tenant_id" = f."tenant_id" AND o."operation_id" = f."operation_id";--> statement-breakpoint
UPDATE "project_forecasts" pf SET "tab_counts" = t.n, "tab_hours" = t.h, "tab_blocked" = t.b
FROM (
	SELECT tenant_id, of_project_id AS project_id,
		array[count(*), count(*) FILTER (WHERE standing = 'overdue'), count(*) FILTER (WHERE standing = 'projectedLate'),
			count(*) FILTER (WHERE standing = 'atRisk'), count(*) FILTER (WHERE behind_plan)]::integer[] AS n,
		array[coalesce(sum(hours), 0), coalesce(sum(hours) FILTER (WHERE standing = 'overdue'), 0),
			coalesce(sum(hours) FILTER (WHERE standing = 'projectedLate'), 0), coalesce(sum(hours) FILTER (WHERE standing = 'atRisk'), 0),
			coalesce(sum(hours) FILTER (WHERE behind_plan), 0)]::double precision[] AS h,
		array[count(*) FILTER (WHERE blocked), count(*) FILTER (WHERE blocked AND standing = 'overdue'),
			count(*) FILTER (WHERE blocked AND standing = 'projectedLate'), count(*) FILTER (WHERE blocked AND standing = 'atRisk'),
			count(*) FILTER (WHERE blocked AND behind_plan)]::integer[] AS b
	FROM (
		SELECT f.*, CASE WHEN o.actual_end_date IS NOT NULL OR o.progress_percent >= 100 THEN 0
			ELSE o.duration_hours * (1 - o.progress_percent / 100) END AS hours
		FROM "operation_forecasts" f JOIN "operations" o ON o.tenant_id = f.tenant_id AND o.operation_id = f.operation_id) l
	GROUP BY 1, 2) t
WHERE t.tenant_id = pf.tenant_id AND t.project_id = pf.project_id;
