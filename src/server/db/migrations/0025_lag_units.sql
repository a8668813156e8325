ALTER TABLE "operation_dependencies" ADD COLUMN "lag_unit" text DEFAULT 'working' NOT NULL;--> statement-breakpoint
ALTER TABLE "operation_dependencies" ADD COLUMN "max_lag_hours" double precision;