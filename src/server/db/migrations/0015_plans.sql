CREATE TABLE "plans" (
	"tenant_id" uuid NOT NULL,
	"plan_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"run_id" uuid,
	"name" text DEFAULT '' NOT NULL,
	"size" integer DEFAULT 0 NOT NULL,
	"based_on" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" text DEFAULT '' NOT NULL,
	CONSTRAINT "plans_tenant_id_plan_id_pk" PRIMARY KEY("tenant_id","plan_id")
);
--> statement-breakpoint
CREATE TABLE "placements" (
	"tenant_id" uuid NOT NULL,
	"plan_id" uuid NOT NULL,
	"operation_id" uuid NOT NULL,
	"scheduled_start_date" timestamp (3) with time zone,
	"scheduled_end_date" timestamp (3) with time zone,
	"placement" jsonb,
	"moves" integer DEFAULT 0 NOT NULL,
	"moved_at" timestamp (3) with time zone,
	"moved_by" text,
	"moved_version" integer,
	"by_hand" boolean DEFAULT false NOT NULL,
	"made_start_date" timestamp (3) with time zone,
	"made_end_date" timestamp (3) with time zone,
	CONSTRAINT "placements_tenant_id_plan_id_operation_id_pk" PRIMARY KEY("tenant_id","plan_id","operation_id")
);
--> statement-breakpoint
ALTER TABLE "tenants" ADD COLUMN "plan_id" uuid DEFAULT gen_random_uuid() NOT NULL;--> statement-breakpoint
INSERT INTO "plans" ("tenant_id", "plan_id", "kind") SELECT "tenant_id", "plan_id", 'manual' FROM "tenants";--> statement-breakpoint
-- The plan in force. A server may have been stopped while it wrote the plan of a run into the operations: what it had not
-- written yet is in force all the same.
INSERT INTO "placements" ("tenant_id", "plan_id", "operation_id", "scheduled_start_date", "scheduled_end_date", "placement",
	"moves", "moved_at", "moved_by", "moved_version")
SELECT o."tenant_id", t."plan_id", o."operation_id",
	CASE WHEN c."run_id" IS NULL THEN o."scheduled_start_date" ELSE c."start_after" END,
	CASE WHEN c."run_id" IS NULL THEN o."scheduled_end_date" ELSE c."end_after" END,
	CASE WHEN c."run_id" IS NULL THEN o."placement" ELSE c."placement_after" END,
	CASE WHEN m."moved" THEN 1 ELSE 0 END,
	CASE WHEN m."moved" THEN r."ended_at" END,
	CASE WHEN m."moved" THEN r."started_by" END,
	CASE WHEN m."moved" THEN o."version" END
FROM "operations" o JOIN "tenants" t ON t."tenant_id" = o."tenant_id"
	LEFT JOIN "run_changes" c ON c."tenant_id" = t."tenant_id" AND c."run_id" = t."unsettled_run_id"
		AND c."operation_id" = o."operation_id" AND o."settled_run_id" IS DISTINCT FROM c."run_id"
	LEFT JOIN "scheduling_runs" r ON r."tenant_id" = c."tenant_id" AND r."run_id" = c."run_id"
	CROSS JOIN LATERAL (SELECT c."run_id" IS NOT NULL AND (c."start_before" IS DISTINCT FROM c."start_after"
		OR c."end_before" IS DISTINCT FROM c."end_after") AS "moved") m
WHERE c."run_id" IS NOT NULL OR o."scheduled_start_date" IS NOT NULL OR o."scheduled_end_date" IS NOT NULL
	OR o."placement" IS NOT NULL
ORDER BY o."tenant_id", o."operation_id";--> statement-breakpoint
-- Runs can still be looked at and taken back: what each moved becomes two plans, from before it and by it.
INSERT INTO "plans" ("tenant_id", "plan_id", "kind", "run_id", "created_at", "created_by")
SELECT "tenant_id", gen_random_uuid(), 'kept', "run_id", "started_at", "started_by" FROM "scheduling_runs" r
WHERE "status" = 'Succeeded' AND EXISTS (SELECT FROM "run_changes" c WHERE c."tenant_id" = r."tenant_id" AND c."run_id" = r."run_id");--> statement-breakpoint
INSERT INTO "plans" ("tenant_id", "plan_id", "kind", "run_id", "based_on", "created_at", "created_by")
SELECT "tenant_id", "run_id", 'run', "run_id", "plan_id", "created_at", "created_by" FROM "plans" WHERE "kind" = 'kept';--> statement-breakpoint
INSERT INTO "placements" ("tenant_id", "plan_id", "operation_id", "scheduled_start_date", "scheduled_end_date", "placement")
SELECT c."tenant_id", p."plan_id", c."operation_id",
	CASE WHEN p."kind" = 'kept' THEN c."start_before" ELSE c."start_after" END,
	CASE WHEN p."kind" = 'kept' THEN c."end_before" ELSE c."end_after" END,
	CASE WHEN p."kind" = 'kept' THEN c."placement_before" ELSE c."placement_after" END
FROM "plans" p JOIN "run_changes" c ON c."tenant_id" = p."tenant_id" AND c."run_id" = p."run_id"
WHERE p."kind" IN ('kept', 'run');--> statement-breakpoint
UPDATE "plans" p SET "size" = s."size" FROM (SELECT "tenant_id", "plan_id", count(*)::int AS "size" FROM "placements" GROUP BY 1, 2) s
WHERE s."tenant_id" = p."tenant_id" AND s."plan_id" = p."plan_id";--> statement-breakpoint
ALTER TABLE "plans" ADD CONSTRAINT "plans_tenant_id_tenants_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("tenant_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "placements" ADD CONSTRAINT "placements_tenant_id_plan_id_plans_tenant_id_plan_id_fk" FOREIGN KEY ("tenant_id","plan_id") REFERENCES "public"."plans"("tenant_id","plan_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "plans_run" ON "plans" USING btree ("tenant_id","run_id");--> statement-breakpoint
DROP TABLE "run_changes";--> statement-breakpoint
-- No server of the release before can go on: it names these columns in whatever it reads or writes of operations.
ALTER TABLE "operations" DROP COLUMN "scheduled_start_date";--> statement-breakpoint
ALTER TABLE "operations" DROP COLUMN "scheduled_end_date";--> statement-breakpoint
ALTER TABLE "operations" DROP COLUMN "placement";--> statement-breakpoint
ALTER TABLE "operations" DROP COLUMN "settled_run_id";--> statement-breakpoint
ALTER TABLE "tenants" DROP COLUMN "unsettled_run_id";--> statement-breakpoint
ALTER TABLE "operations" RESET (fillfactor);--> statement-breakpoint
-- Without knowing how many placements there are, the database would read them in the dearest way until it finds the time to count.
ANALYZE "operations", "plans", "placements";
