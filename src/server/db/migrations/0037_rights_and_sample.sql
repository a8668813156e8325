ALTER TABLE "tenants" ADD COLUMN "planners_change_working_time" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "tenants" ADD COLUMN "sample_shop" jsonb;