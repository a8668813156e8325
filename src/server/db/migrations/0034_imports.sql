ALTER TABLE "operations" ADD COLUMN "external_id" text;--> statement-breakpoint
ALTER TABLE "projects" ADD COLUMN "external_id" text;--> statement-breakpoint
ALTER TABLE "tenants" ADD COLUMN "import_columns" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
CREATE INDEX "projects_external_id" ON "projects" USING btree ("tenant_id","external_id") WHERE "projects"."external_id" is not null;